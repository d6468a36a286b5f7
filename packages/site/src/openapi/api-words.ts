/** The words around the fields of an API, in the languages that the rest of the theme speaks. */
export interface ApiWords {
  authorization: string
  path: string
  query: string
  header: string
  cookie: string
  body: string
  payload: string
  responses: string
  otherStatus: string
  values: string
  example: string
  scopes: string
  oneOf: string
  anyOf: string
  or: string
  readOnly: string
  writeOnly: string
}

export const englishApiWords: ApiWords = {
  authorization: 'Authorization',
  path: 'Path parameters',
  query: 'Query parameters',
  header: 'Headers',
  cookie: 'Cookies',
  body: 'Body',
  payload: 'Payload',
  responses: 'Responses',
  otherStatus: 'Any other status',
  values: 'Values:',
  example: 'Example:',
  scopes: 'Scopes:',
  oneOf: 'One of these',
  anyOf: 'Any of these',
  or: 'or',
  readOnly: 'read-only',
  writeOnly: 'write-only',
}

type Line = readonly [name: string, ...words: string[]]

// In the order of the English ones above.
const lines: Line[] = [
  [
    'ar',
    'التفويض',
    'معاملات المسار',
    'معاملات الاستعلام',
    'الترويسات',
    'ملفات تعريف الارتباط',
    'المتن',
    'الحمولة',
    'الاستجابات',
    'أي حالة أخرى',
    'القيم:',
    'مثال:',
    'النطاقات:',
    'واحد من هذه',
    'أي من هذه',
    'أو',
    'للقراءة فقط',
    'للكتابة فقط',
  ],
  [
    'de',
    'Autorisierung',
    'Pfadparameter',
    'Abfrageparameter',
    'Header',
    'Cookies',
    'Body',
    'Payload',
    'Antworten',
    'Jeder andere Status',
    'Werte:',
    'Beispiel:',
    'Scopes:',
    'Eines davon',
    'Beliebige davon',
    'oder',
    'nur lesbar',
    'nur schreibbar',
  ],
  [
    'es',
    'Autorización',
    'Parámetros de ruta',
    'Parámetros de consulta',
    'Encabezados',
    'Cookies',
    'Cuerpo',
    'Carga útil',
    'Respuestas',
    'Cualquier otro estado',
    'Valores:',
    'Ejemplo:',
    'Ámbitos:',
    'Uno de estos',
    'Cualquiera de estos',
    'o',
    'solo lectura',
    'solo escritura',
  ],
  [
    'fr',
    'Autorisation',
    'Paramètres de chemin',
    'Paramètres de requête',
    'En-têtes',
    'Cookies',
    'Corps',
    'Contenu',
    'Réponses',
    'Tout autre statut',
    'Valeurs :',
    'Exemple :',
    'Portées :',
    "L'un de ceux-ci",
    "N'importe lesquels",
    'ou',
    'lecture seule',
    'écriture seule',
  ],
  [
    'ja',
    '認証',
    'パスパラメータ',
    'クエリパラメータ',
    'ヘッダー',
    'Cookie',
    'ボディ',
    'ペイロード',
    'レスポンス',
    'その他のステータス',
    '値:',
    '例:',
    'スコープ:',
    '次のいずれか 1 つ',
    '次のいずれか',
    'または',
    '読み取り専用',
    '書き込み専用',
  ],
  [
    'ko',
    '인증',
    '경로 매개변수',
    '쿼리 매개변수',
    '헤더',
    '쿠키',
    '본문',
    '페이로드',
    '응답',
    '그 밖의 상태',
    '값:',
    '예:',
    '범위:',
    '다음 중 하나',
    '다음 중 아무거나',
    '또는',
    '읽기 전용',
    '쓰기 전용',
  ],
  [
    'pt',
    'Autorização',
    'Parâmetros de caminho',
    'Parâmetros de consulta',
    'Cabeçalhos',
    'Cookies',
    'Corpo',
    'Conteúdo',
    'Respostas',
    'Qualquer outro status',
    'Valores:',
    'Exemplo:',
    'Escopos:',
    'Um destes',
    'Qualquer um destes',
    'ou',
    'somente leitura',
    'somente escrita',
  ],
  [
    'zh',
    '授权',
    '路径参数',
    '查询参数',
    '请求头',
    'Cookie',
    '请求体',
    '负载',
    '响应',
    '其他状态',
    '可选值：',
    '示例：',
    '权限范围：',
    '以下之一',
    '以下任意',
    '或',
    '只读',
    '只写',
  ],
]

const sameLanguage = new Map([
  ['cn', 'zh'],
  ['jp', 'ja'],
])

/** English where a language is not known. */
export function apiWordsOf(language: string): ApiWords {
  const [base = ''] = language.toLowerCase().split('-')
  const [, ...words] = lines.find(([name]) => name === (sameLanguage.get(base) ?? base)) ?? []
  if (words.length === 0) return englishApiWords
  const keys = Object.keys(englishApiWords)
  return Object.fromEntries(keys.map((key, index) => [key, words[index]])) as unknown as ApiWords
}
