/** What is asked of a value, with a % for each number; of counted things the form for one and that for several. */
export interface ConstraintWords {
  between: string
  atLeast: string
  atMost: string
  moreThan: string
  lessThan: string
  multipleOf: string
  characters: string
  items: string
  properties: string
  unique: string
  pattern: string
}

export const englishConstraintWords: ConstraintWords = {
  between: '% to %',
  atLeast: 'at least %',
  atMost: 'at most %',
  moreThan: 'more than %',
  lessThan: 'less than %',
  multipleOf: 'multiple of %',
  characters: '% character|% characters',
  items: '% item|% items',
  properties: '% property|% properties',
  unique: 'no item twice',
  pattern: 'matches %',
}

/** By the language's own name in the format. Where its plural has more than two forms, the count stands behind a name. */
export const constraintWords: ReadonlyMap<string, ConstraintWords> = new Map([
  [
    'ar',
    {
      between: 'من % إلى %',
      atLeast: '% على الأقل',
      atMost: '% على الأكثر',
      moreThan: 'أكبر من %',
      lessThan: 'أصغر من %',
      multipleOf: 'من مضاعفات %',
      characters: 'عدد الأحرف: %',
      items: 'عدد العناصر: %',
      properties: 'عدد الخصائص: %',
      unique: 'بلا عناصر مكررة',
      pattern: 'يطابق %',
    },
  ],
  [
    'de',
    {
      between: '% bis %',
      atLeast: 'mindestens %',
      atMost: 'höchstens %',
      moreThan: 'mehr als %',
      lessThan: 'weniger als %',
      multipleOf: 'Vielfaches von %',
      characters: '% Zeichen',
      items: '% Eintrag|% Einträge',
      properties: '% Feld|% Felder',
      unique: 'kein Eintrag doppelt',
      pattern: 'passt auf %',
    },
  ],
  [
    'es',
    {
      between: 'de % a %',
      atLeast: 'al menos %',
      atMost: 'como máximo %',
      moreThan: 'más de %',
      lessThan: 'menos de %',
      multipleOf: 'múltiplo de %',
      characters: '% carácter|% caracteres',
      items: '% elemento|% elementos',
      properties: '% propiedad|% propiedades',
      unique: 'sin elementos repetidos',
      pattern: 'coincide con %',
    },
  ],
  [
    'fr',
    {
      between: 'de % à %',
      atLeast: 'au moins %',
      atMost: 'au plus %',
      moreThan: 'plus de %',
      lessThan: 'moins de %',
      multipleOf: 'multiple de %',
      characters: '% caractère|% caractères',
      items: '% élément|% éléments',
      properties: '% propriété|% propriétés',
      unique: 'aucun élément en double',
      pattern: 'correspond à %',
    },
  ],
  [
    'ja',
    {
      between: '%～%',
      atLeast: '% 以上',
      atMost: '% 以下',
      moreThan: '% より大きい',
      lessThan: '% 未満',
      multipleOf: '% の倍数',
      characters: '文字数: %',
      items: '要素数: %',
      properties: 'プロパティ数: %',
      unique: '要素の重複なし',
      pattern: '% に一致',
    },
  ],
  [
    'ko',
    {
      between: '%~%',
      atLeast: '% 이상',
      atMost: '% 이하',
      moreThan: '% 초과',
      lessThan: '% 미만',
      multipleOf: '%의 배수',
      characters: '글자 수: %',
      items: '항목 수: %',
      properties: '속성 수: %',
      unique: '중복 항목 없음',
      pattern: '패턴: %',
    },
  ],
  [
    'pt',
    {
      between: 'de % a %',
      atLeast: 'no mínimo %',
      atMost: 'no máximo %',
      moreThan: 'mais de %',
      lessThan: 'menos de %',
      multipleOf: 'múltiplo de %',
      characters: '% caractere|% caracteres',
      items: '% item|% itens',
      properties: '% propriedade|% propriedades',
      unique: 'sem itens repetidos',
      pattern: 'corresponde a %',
    },
  ],
  [
    'zh',
    {
      between: '% 到 %',
      atLeast: '至少 %',
      atMost: '至多 %',
      moreThan: '大于 %',
      lessThan: '小于 %',
      multipleOf: '% 的倍数',
      characters: '字符数：%',
      items: '项数：%',
      properties: '属性数：%',
      unique: '不含重复项',
      pattern: '匹配 %',
    },
  ],
])
