/** The words that blocks of a page say. A language that lacks a word does not compile. */
export interface Words {
  readonly copy: string
  readonly copied: string
  readonly copyFailed: string
  readonly code: string
  readonly table: string
  readonly formula: string
  /** A pattern with {count}. */
  readonly moreLines: string
  /** A pattern with {title}. */
  readonly linkTo: string
  /** A pattern with {number}. */
  readonly note: string
  readonly notes: string
  readonly backToText: string
  readonly done: string
  readonly toDo: string
  readonly info: string
  readonly success: string
  readonly warning: string
  readonly danger: string
  readonly prompt: string
  /** A pattern with {value} and {max}. */
  readonly rating: string
  /** The name of a group of tabs for screen readers. */
  readonly tabs: string
  readonly picture: string
}

const en: Words = {
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Could not copy',
  code: 'Code',
  table: 'Table',
  formula: 'Formula',
  moreLines: 'Show {count} more lines',
  linkTo: 'Link to “{title}”',
  note: 'Note {number}',
  notes: 'Notes',
  backToText: 'Back to the text',
  done: 'Done',
  toDo: 'To do',
  info: 'Information',
  success: 'Success',
  warning: 'Warning',
  danger: 'Danger',
  prompt: 'Prompt',
  rating: '{value} of {max}',
  tabs: 'Choices',
  picture: 'Drawing',
}

const de: Words = {
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyFailed: 'Kopieren nicht möglich',
  code: 'Code',
  table: 'Tabelle',
  formula: 'Formel',
  moreLines: '{count} weitere Zeilen zeigen',
  linkTo: 'Link zu „{title}“',
  note: 'Anmerkung {number}',
  notes: 'Anmerkungen',
  backToText: 'Zurück zum Text',
  done: 'Erledigt',
  toDo: 'Offen',
  info: 'Information',
  success: 'Erfolg',
  warning: 'Warnung',
  danger: 'Gefahr',
  prompt: 'Prompt',
  rating: '{value} von {max}',
  tabs: 'Auswahl',
  picture: 'Zeichnung',
}

const fr: Words = {
  copy: 'Copier',
  copied: 'Copié',
  copyFailed: 'Copie impossible',
  code: 'Code',
  table: 'Tableau',
  formula: 'Formule',
  moreLines: 'Afficher {count} lignes de plus',
  linkTo: 'Lien vers « {title} »',
  note: 'Note {number}',
  notes: 'Notes',
  backToText: 'Retour au texte',
  done: 'Fait',
  toDo: 'À faire',
  info: 'Information',
  success: 'Succès',
  warning: 'Avertissement',
  danger: 'Danger',
  prompt: 'Prompt',
  rating: '{value} sur {max}',
  tabs: 'Choix',
  picture: 'Dessin',
}

const es: Words = {
  copy: 'Copiar',
  copied: 'Copiado',
  copyFailed: 'No se pudo copiar',
  code: 'Código',
  table: 'Tabla',
  formula: 'Fórmula',
  moreLines: 'Mostrar {count} líneas más',
  linkTo: 'Enlace a «{title}»',
  note: 'Nota {number}',
  notes: 'Notas',
  backToText: 'Volver al texto',
  done: 'Hecho',
  toDo: 'Pendiente',
  info: 'Información',
  success: 'Éxito',
  warning: 'Advertencia',
  danger: 'Peligro',
  prompt: 'Prompt',
  rating: '{value} de {max}',
  tabs: 'Opciones',
  picture: 'Dibujo',
}

const ptBr: Words = {
  copy: 'Copiar',
  copied: 'Copiado',
  copyFailed: 'Não foi possível copiar',
  code: 'Código',
  table: 'Tabela',
  formula: 'Fórmula',
  moreLines: 'Mostrar mais {count} linhas',
  linkTo: 'Link para “{title}”',
  note: 'Nota {number}',
  notes: 'Notas',
  backToText: 'Voltar ao texto',
  done: 'Feito',
  toDo: 'A fazer',
  info: 'Informação',
  success: 'Sucesso',
  warning: 'Aviso',
  danger: 'Perigo',
  prompt: 'Prompt',
  rating: '{value} de {max}',
  tabs: 'Opções',
  picture: 'Desenho',
}

const nl: Words = {
  copy: 'Kopiëren',
  copied: 'Gekopieerd',
  copyFailed: 'Kopiëren mislukt',
  code: 'Code',
  table: 'Tabel',
  formula: 'Formule',
  moreLines: 'Nog {count} regels tonen',
  linkTo: 'Link naar ‘{title}’',
  note: 'Noot {number}',
  notes: 'Noten',
  backToText: 'Terug naar de tekst',
  done: 'Gedaan',
  toDo: 'Te doen',
  info: 'Informatie',
  success: 'Gelukt',
  warning: 'Waarschuwing',
  danger: 'Gevaar',
  prompt: 'Prompt',
  rating: '{value} van {max}',
  tabs: 'Keuzes',
  picture: 'Tekening',
}

const no: Words = {
  copy: 'Kopier',
  copied: 'Kopiert',
  copyFailed: 'Kunne ikke kopiere',
  code: 'Kode',
  table: 'Tabell',
  formula: 'Formel',
  moreLines: 'Vis {count} linjer til',
  linkTo: 'Lenke til «{title}»',
  note: 'Note {number}',
  notes: 'Noter',
  backToText: 'Tilbake til teksten',
  done: 'Ferdig',
  toDo: 'Å gjøre',
  info: 'Informasjon',
  success: 'Vellykket',
  warning: 'Advarsel',
  danger: 'Fare',
  prompt: 'Ledetekst',
  rating: '{value} av {max}',
  tabs: 'Valg',
  picture: 'Tegning',
}

const ru: Words = {
  copy: 'Копировать',
  copied: 'Скопировано',
  copyFailed: 'Не удалось скопировать',
  code: 'Код',
  table: 'Таблица',
  formula: 'Формула',
  moreLines: 'Показать ещё строк: {count}',
  linkTo: 'Ссылка на «{title}»',
  note: 'Примечание {number}',
  notes: 'Примечания',
  backToText: 'Назад к тексту',
  done: 'Сделано',
  toDo: 'Не сделано',
  info: 'Информация',
  success: 'Успех',
  warning: 'Предупреждение',
  danger: 'Опасность',
  prompt: 'Запрос',
  rating: '{value} из {max}',
  tabs: 'Варианты',
  picture: 'Рисунок',
}

const ja: Words = {
  copy: 'コピー',
  copied: 'コピーしました',
  copyFailed: 'コピーできませんでした',
  code: 'コード',
  table: '表',
  formula: '数式',
  moreLines: 'さらに{count}行を表示',
  linkTo: '「{title}」へのリンク',
  note: '注{number}',
  notes: '注',
  backToText: '本文に戻る',
  done: '完了',
  toDo: '未完了',
  info: '情報',
  success: '成功',
  warning: '注意',
  danger: '危険',
  prompt: 'プロンプト',
  rating: '{max}段階中{value}',
  tabs: '選択肢',
  picture: '図',
}

const zh: Words = {
  copy: '复制',
  copied: '已复制',
  copyFailed: '无法复制',
  code: '代码',
  table: '表格',
  formula: '公式',
  moreLines: '再显示 {count} 行',
  linkTo: '指向“{title}”的链接',
  note: '注释 {number}',
  notes: '注释',
  backToText: '返回正文',
  done: '已完成',
  toDo: '待办',
  info: '信息',
  success: '成功',
  warning: '警告',
  danger: '危险',
  prompt: '提示词',
  rating: '{value}/{max}',
  tabs: '选项',
  picture: '绘图',
}

const ar: Words = {
  copy: 'نسخ',
  copied: 'تم النسخ',
  copyFailed: 'تعذّر النسخ',
  code: 'شيفرة',
  table: 'جدول',
  formula: 'صيغة',
  moreLines: 'إظهار {count} أسطر أخرى',
  linkTo: 'رابط إلى «{title}»',
  note: 'ملاحظة {number}',
  notes: 'ملاحظات',
  backToText: 'العودة إلى النص',
  done: 'منجز',
  toDo: 'للإنجاز',
  info: 'معلومة',
  success: 'نجاح',
  warning: 'تحذير',
  danger: 'خطر',
  prompt: 'موجّه',
  rating: '{value} من {max}',
  tabs: 'خيارات',
  picture: 'رسم',
}

const he: Words = {
  copy: 'העתקה',
  copied: 'הועתק',
  copyFailed: 'ההעתקה נכשלה',
  code: 'קוד',
  table: 'טבלה',
  formula: 'נוסחה',
  moreLines: 'הצגת {count} שורות נוספות',
  linkTo: 'קישור אל „{title}”',
  note: 'הערה {number}',
  notes: 'הערות',
  backToText: 'חזרה לטקסט',
  done: 'בוצע',
  toDo: 'לביצוע',
  info: 'מידע',
  success: 'הצלחה',
  warning: 'אזהרה',
  danger: 'סכנה',
  prompt: 'הנחיה',
  rating: '{value} מתוך {max}',
  tabs: 'אפשרויות',
  picture: 'שרטוט',
}

const all = { ar, de, en, es, fr, he, ja, nl, no, pt: ptBr, ru, zh }
type Language = keyof typeof all

/** The names of languages that are written as another one. */
const others: ReadonlyMap<string, Language> = new Map([
  ['iw', 'he'],
  ['nb', 'no'],
  ['nn', 'no'],
])

/** What is there for the primary subtag of a language; that of English for an unknown language. */
export function forLanguage<Chosen>(
  choices: Readonly<Record<Language, Chosen>>,
  language: string,
): Chosen {
  const subtag = language.toLowerCase().split(/[-_]/, 1)[0] ?? ''
  return choices[others.get(subtag) ?? (isLanguage(subtag) ? subtag : 'en')]
}

function isLanguage(subtag: string): subtag is Language {
  return Object.hasOwn(all, subtag)
}

export function wordsFor(language: string): Words {
  return forLanguage(all, language)
}

/** Replaces the placeholders of a text by their values. */
export function fill(
  text: string,
  values: Readonly<Record<string, string | number>>,
): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : place,
  )
}
