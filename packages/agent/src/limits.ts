/** What bounds the work on one instruction, whatever the model, the repository and the instruction are. */
export const limits = {
  /** Of a file that is read or changed. The longest page of 18,674 real ones has 240 KB. */
  fileBytes: 1024 * 1024,
  /** Of a description that `read_openapi` reads. */
  openapiBytes: 8 * 1024 * 1024,
  /** Files that are looked at when a folder is listed or searched. */
  walkedFiles: 100_000,
  listedNames: 2_000,
  pathLength: 400,
  /** Files that `docs.json` and its parts refer to. */
  settingsFiles: 500,
  searchMatches: 100,
  searchMs: 3_000,
  /** Until a process has begun to search. */
  startMs: 60_000,
  searchMemoryMb: 256,
  searchBytes: 256 * 1024 * 1024,
  /** Of a line that a search or a reading shows. */
  lineLength: 500,
  readLines: 600,
  readLength: 60_000,
  shownDiagnostics: 30,
  /** Of a file with conventions, and of the pages that an assignment names. */
  conventionsLength: 20_000,
  namedPages: 300,
  callsInAnswer: 16,
  /** Characters of a call's input: a file of the largest size, and a little. */
  callLength: 1_200_000,
  answerLength: 8_000,
  thoughtsLength: 100_000,
  outputTokens: 16_000,
  /** Characters of a conversation, about 100,000 tokens; above it old results are shortened. */
  conversationLength: 400_000,
}
