import { type ConstraintWords, constraintWords, englishConstraintWords } from './constraint-words.ts'

/** The words around the fields of an API, in the languages that the rest of the theme speaks. */
export interface ApiWords extends OwnWords {
  constraint: ConstraintWords
}

interface OwnWords {
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
  callbacks: string
  links: string
  authorizationUrl: string
  tokenUrl: string
  refreshUrl: string
  open: string
  /** With a % for how many. */
  andMore: string
  it: string
  /** With a % for what it is of. */
  holdsItself: string
  tooDeep: string
  unknown: string
}

const englishOwnWords: OwnWords = {
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
  callbacks: 'Callbacks',
  links: 'Links',
  authorizationUrl: 'Authorization URL:',
  tokenUrl: 'Token URL:',
  refreshUrl: 'Refresh URL:',
  open: 'Nothing: the operation is open to everyone.',
  andMore: 'and % more',
  it: 'It',
  holdsItself: '% holds itself: its fields are those above.',
  tooDeep: '% holds more than this page has room for.',
  unknown: 'The description does not say what this is.',
}

export const englishApiWords: ApiWords = { ...englishOwnWords, constraint: englishConstraintWords }

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
    'طلبات الرد',
    'الروابط',
    'عنوان التفويض:',
    'عنوان الرمز:',
    'عنوان التجديد:',
    'لا شيء: العملية متاحة للجميع.',
    'و% أخرى',
    'هذا',
    '% يحتوي نفسه: حقوله هي المذكورة أعلاه.',
    '% يحتوي أكثر مما تتسع له هذه الصفحة.',
    'لا يذكر الوصف ما هذا.',
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
    'Rückrufe',
    'Verknüpfungen',
    'Autorisierungs-URL:',
    'Token-URL:',
    'Erneuerungs-URL:',
    'Nichts: Die Operation steht allen offen.',
    'und % weitere',
    'Es',
    '% enthält sich selbst: Die Felder sind die oben genannten.',
    '% enthält mehr, als auf dieser Seite Platz hat.',
    'Die Beschreibung sagt nicht, was das ist.',
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
    'Callbacks',
    'Enlaces',
    'URL de autorización:',
    'URL del token:',
    'URL de renovación:',
    'Nada: la operación está abierta a todos.',
    'y % más',
    'Esto',
    '% se contiene a sí mismo: sus campos son los de arriba.',
    '% contiene más de lo que cabe en esta página.',
    'La descripción no dice qué es esto.',
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
    'Rappels',
    'Liens',
    "URL d'autorisation :",
    'URL du jeton :',
    'URL de renouvellement :',
    "Rien : l'opération est ouverte à tous.",
    'et % autres',
    'Ceci',
    '% se contient lui-même : ses champs sont ceux ci-dessus.',
    '% contient plus que cette page ne peut montrer.',
    'La description ne dit pas ce que c’est.',
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
    'コールバック',
    'リンク',
    '認可 URL:',
    'トークン URL:',
    '更新 URL:',
    'なし: 誰でも呼び出せます。',
    'ほか % 件',
    'これ',
    '% は自身を含みます。フィールドは上のとおりです。',
    '% はこのページに収まりません。',
    'これが何であるかは記述されていません。',
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
    '콜백',
    '링크',
    '인가 URL:',
    '토큰 URL:',
    '갱신 URL:',
    '없음: 누구나 호출할 수 있습니다.',
    '외 %개',
    '이 항목',
    '%: 자기 자신을 포함합니다. 필드는 위와 같습니다.',
    '%: 이 페이지에 담기에는 너무 큽니다.',
    '설명에 이것이 무엇인지 나와 있지 않습니다.',
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
    'Callbacks',
    'Links',
    'URL de autorização:',
    'URL do token:',
    'URL de renovação:',
    'Nada: a operação é aberta a todos.',
    'e mais %',
    'Isto',
    '% contém a si mesmo: seus campos são os de cima.',
    '% contém mais do que cabe nesta página.',
    'A descrição não diz o que é isto.',
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
    '回调',
    '链接',
    '授权 URL：',
    '令牌 URL：',
    '刷新 URL：',
    '无：任何人都可以调用。',
    '另有 % 个',
    '此项',
    '% 包含自身：其字段如上。',
    '% 的内容超出了本页的篇幅。',
    '描述中没有说明这是什么。',
  ],
]

const sameLanguage = new Map([
  ['cn', 'zh'],
  ['jp', 'ja'],
])

/** English where a language is not known. */
export function apiWordsOf(language: string): ApiWords {
  const [base = ''] = language.toLowerCase().split('-')
  const known = sameLanguage.get(base) ?? base
  const [, ...words] = lines.find(([name]) => name === known) ?? []
  if (words.length === 0) return englishApiWords
  const keys = Object.keys(englishOwnWords)
  const own = Object.fromEntries(keys.map((key, index) => [key, words[index]])) as unknown as OwnWords
  return { ...own, constraint: constraintWords.get(known) ?? englishConstraintWords }
}
