import type { Client } from '../http/client/address.ts';

/** Long enough for a browser to load the page that shows it. */
const seconds = 60;

/**
 * Stores in the browser why its login was refused, for the login page, which shows it once (`data/refused-login.ts`
 * there).
 */
export const refusedCookie = (sentence: string, { isSecure }: Pick<Client, 'isSecure'>): string =>
  `slipway-refused-login=${encodeURIComponent(sentence)}; Path=/; SameSite=Lax; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`;
