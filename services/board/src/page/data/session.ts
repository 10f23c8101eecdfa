import { effect, signal } from '@preact/signals';
import type { MeAnswer } from '@slipway/wire';
import { Away, Refused } from './refused.ts';
import { ask, read, strangers } from './rest.ts';

/** Who is logged in; null: nobody; undefined: nobody has asked yet. */
export const me = signal<MeAnswer | null | undefined>(undefined);

/** Whether people may log in by an identity provider as well. */
export const hasProvider = (): boolean =>
  document.querySelector('meta[name="slipway-provider"]')?.getAttribute('content') === 'yes';

/** Finds out who is logged in. While the server is away, nobody knows. */
export async function meet(): Promise<void> {
  try {
    me.value = await read<MeAnswer>('/me');
  } catch (error) {
    if (error instanceof Refused) me.value = null;
    else if (!(error instanceof Away)) throw error;
  }
}

/** Throws Refused, Away. */
export async function logIn(username: string, password: string): Promise<void> {
  await ask({ method: 'POST', path: 'login', body: { username, password } });
  await meet();
}

/** Ends the session here and everywhere that this browser has the page open; not while the server is away. */
export async function logOut(): Promise<void> {
  try {
    await ask({ method: 'POST', path: 'logout' });
    me.value = null;
  } catch (error) {
    if (!(error instanceof Away)) throw error;
  }
}

/** Has the login shown whenever the server says that nobody is logged in any more. */
export function watchSession(): void {
  let known = strangers.value;
  effect(() => {
    if (strangers.value === known) return;
    known = strangers.value;
    me.value = null;
  });
}
