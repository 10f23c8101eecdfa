import { computed, effect, type Signal, signal } from '@preact/signals';
import type { MeAnswer } from '@slipway/wire';
import { returns } from './connection.ts';
import { forgetSent } from './once.ts';
import { Away, Refused } from './refused.ts';
import { ask, logins, read, strangers } from './rest.ts';

/** The user; null: not logged in; undefined: unknown. */
export const me = signal<MeAnswer | null | undefined>(undefined);

/** Whether that person has to log in again: until then the page waits behind the login, with all that was typed in it. */
export const isLockedOut = signal(false);

/** Why the server does not return the logged-in user, such as an expired license; null: it returned the user or 401. */
export const sessionRefusal = signal<Refused | null>(null);

/** Goes up when the next person may be another one: of what one saw and typed, nothing is left to the next. */
export const turns = signal(0);

/** Whether a user is logged in. */
export const isIn = computed(() => Boolean(me.value) && !isLockedOut.value);

/** Unsaved inputs by name, for the present user until they log out. The initial value is `nothing`. */
export function keeping<Typed>(nothing: Typed): (name: string) => Signal<Typed> {
  const all = new Map<string, Signal<Typed>>();
  // the next person in this tab is another one
  effect(() => {
    if (me.value === null) all.clear();
  });
  return (name) => {
    const key = `${name} ${me.value?.username}`;
    const known = all.get(key) ?? signal(nothing);
    all.set(key, known);
    return known;
  };
}

/** Clears the user and all their data and inputs. */
export function leave(): void {
  me.value = null;
  isLockedOut.value = false;
  sessionRefusal.value = null;
  forgetSent();
  turns.value += 1;
}

function letIn(person: MeAnswer): void {
  const before = me.peek();
  if (before && before.username !== person.username) leave();
  me.value = person;
  sessionRefusal.value = null;
  if (!isLockedOut.peek()) return;
  isLockedOut.value = false;
  // Loads the data that was refused meanwhile.
  returns.value += 1;
}

/** Shows the login: the session does not exist or has expired. */
function lockOut(): void {
  sessionRefusal.value = null;
  if (me.peek()) isLockedOut.value = true;
  else me.value = null;
}

/** Whether people may log in by an identity provider as well. */
export const hasProvider = (): boolean =>
  document.querySelector('meta[name="slipway-provider"]')?.getAttribute('content') === 'yes';

/** Reads the logged-in user. Only 401 means that no user is logged in. While the server is offline, nothing changes. */
export async function meet(): Promise<void> {
  const begun = logins.peek();
  const turn = turns.peek();
  // After a login or logout meanwhile, the response belongs to another user.
  const isStill = (): boolean => begun === logins.peek() && turn === turns.peek();
  try {
    const person = await read<MeAnswer>('/me');
    if (isStill()) letIn(person);
  } catch (error) {
    if (error instanceof Away) return;
    if (!(error instanceof Refused)) throw error;
    if (!isStill()) return;
    if (error.status === 401) lockOut();
    else sessionRefusal.value = error;
  }
}

/** Throws Refused, also where the password is right and the server then refuses to return the user. Throws Away. */
export async function logIn(username: string, password: string): Promise<void> {
  await ask({ method: 'POST', path: 'login', body: { username, password } });
  logins.value += 1;
  await meet();
  const refusal = sessionRefusal.peek();
  if (refusal !== null) throw refusal;
}

/** Ends the session here and everywhere that this browser has the page open; not while the server is away. */
export async function logOut(): Promise<void> {
  try {
    await ask({ method: 'POST', path: 'logout' });
    leave();
  } catch (error) {
    if (!(error instanceof Away)) throw error;
  }
}

/** Shows the login when the server requires one. */
export function watchSession(): void {
  let known = strangers.value;
  effect(() => {
    if (strangers.value === known) return;
    known = strangers.value;
    lockOut();
  });
}
