/**
 * The form of document JSON, raised whenever the same Markdown is read into other JSON. What is
 * stored of an older form is made anew, and what is kept under its name is asked for again.
 */
export const documentForm = 2
