/** Every word that the interface of a site says. A language that lacks one does not compile. */
export interface Strings {
  readonly skipToContent: string
  readonly menu: string
  readonly close: string
  readonly search: string
  readonly searchPlaceholder: string
  readonly searchClear: string
  readonly searchRecent: string
  readonly searchSuggested: string
  readonly searchStart: string
  readonly searchRunning: string
  /** A pattern with {query}. */
  readonly searchNone: string
  /** A pattern with {count}, worded so that no plural is needed. */
  readonly searchCount: string
  /** A pattern with {query}, for when not everything could be searched: there may be something. */
  readonly searchPartialNone: string
  /** A pattern with {count}, for when not everything could be searched: there may be more. */
  readonly searchPartialCount: string
  readonly searchUnavailable: string
  /** A pattern with {query}. */
  readonly searchFor: string
  readonly searchQueryLabel: string
  readonly keySelect: string
  readonly keyMove: string
  readonly keyClose: string
  readonly theme: string
  readonly themeLight: string
  readonly themeDark: string
  readonly themeSystem: string
  readonly language: string
  readonly version: string
  readonly mainLinks: string
  readonly sections: string
  readonly tableOfContents: string
  /** The heading of the contents at the beginning of a PDF. */
  readonly printedContents: string
  /** A pattern with {title}. */
  readonly pagesUnder: string
  readonly breadcrumbs: string
  readonly onThisPage: string
  readonly previous: string
  readonly next: string
  readonly pagination: string
  /** A pattern with {date}. */
  readonly lastUpdated: string
  readonly editPage: string
  readonly pageActions: string
  readonly copyMarkdown: string
  readonly copied: string
  readonly copyFailed: string
  readonly viewMarkdown: string
  readonly openIn: string
  /** What an assistant is asked for. A pattern with {url}. */
  readonly openInPrompt: string
  readonly savePdf: string
  /** The hint on screen above a print; the reader's browser makes the PDF. */
  readonly printHint: string
  readonly printBack: string
  /** A pattern with {count} and {total}. */
  readonly printCut: string
  readonly feedback: string
  readonly feedbackQuestion: string
  readonly feedbackGood: string
  readonly feedbackOk: string
  readonly feedbackBad: string
  readonly feedbackSent: string
  readonly feedbackComment: string
  readonly feedbackSend: string
  readonly feedbackThanks: string
  readonly feedbackFailed: string
  readonly missingTitle: string
  readonly missingText: string
  readonly missingSuggestions: string
  readonly emptyTitle: string
  readonly emptyText: string
  readonly goHome: string
  readonly unavailableTitle: string
  readonly unavailableText: string
  readonly errorTitle: string
  readonly errorText: string
  readonly busyTitle: string
  readonly busyText: string
  readonly refusedTitle: string
  readonly refusedText: string
  readonly goneText: string
  readonly reference: string
  readonly announcement: string
  /** The name of the button that hides the announcement. */
  readonly dismiss: string
  readonly footer: string
  readonly privacyPolicy: string
  readonly poweredBy: string
}
