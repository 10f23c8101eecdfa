import type { Client } from '../http/client/address.ts';

/** Long enough for a browser to load the page that shows it. */
const maxAgeSeconds = 60;

/**
 * Stores in the browser why its login was refused, for the login page, which shows it once (`data/login-refusal.ts`
 * there).
 */
export const refusalCookie = (refusal: string, { isSecure }: Pick<Client, 'isSecure'>): string =>
  `slipway-refused-login=${encodeURIComponent(refusal)}; Path=/; SameSite=Lax; Max-Age=${maxAgeSeconds}${isSecure ? '; Secure' : ''}`;
