interface TryWord {
  readonly tryIt: string
  /** Shown in its place if the form cannot be loaded. */
  readonly failed: string
}

const en: TryWord = { tryIt: 'Try it', failed: 'Could not be loaded. Reload the page.' }

const byLanguage: Readonly<Partial<Record<string, TryWord>>> = {
  ar: { tryIt: 'جرّبه', failed: 'تعذّر التحميل. أعد تحميل الصفحة.' },
  de: {
    tryIt: 'Ausprobieren',
    failed: 'Konnte nicht geladen werden. Laden Sie die Seite neu.',
  },
  en,
  es: { tryIt: 'Probar', failed: 'No se pudo cargar. Vuelva a cargar la página.' },
  fr: { tryIt: 'Essayer', failed: 'Chargement impossible. Rechargez la page.' },
  he: { tryIt: 'לנסות', failed: 'הטעינה נכשלה. טענו את הדף מחדש.' },
  ja: { tryIt: '試す', failed: '読み込めませんでした。ページを再読み込みしてください。' },
  nl: { tryIt: 'Uitproberen', failed: 'Laden is mislukt. Laad de pagina opnieuw.' },
  no: { tryIt: 'Prøv', failed: 'Kunne ikke lastes. Last siden på nytt.' },
  pt: {
    tryIt: 'Experimentar',
    failed: 'Não foi possível carregar. Recarregue a página.',
  },
  ru: { tryIt: 'Попробовать', failed: 'Не удалось загрузить. Обновите страницу.' },
  zh: { tryIt: '试一试', failed: '无法加载。请重新加载页面。' },
}

/** The word of the button; English for an unknown language. */
export function tryWordFor(language: string): TryWord {
  const main = language.toLowerCase().split(/[-_]/, 1)[0] ?? ''
  const spelled = { iw: 'he', nb: 'no', nn: 'no' }[main] ?? main
  return Object.hasOwn(byLanguage, spelled) ? (byLanguage[spelled] ?? en) : en
}
