import { secretForm } from '#/access/secret-form.ts'

/** What the cookie at the host of a site holds; 43 characters of 62 are 256 bits. */
export const visitSecret = secretForm('lec_v_', 43)

/** What leads from PUBLIC_URL to the host of a site, once. */
export const codeSecret = secretForm('lec_c_', 43)
