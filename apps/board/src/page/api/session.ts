import { computed, effect, type Signal, signal } from '@preact/signals';
import type { MeResponse } from '@slipway/api-schema/people';
import { reconnects } from './connection.ts';
import { ApiError, OfflineError } from './errors.ts';
import { clearKeys } from './idempotency-keys.ts';
import { loginCount, read, request, unauthorizedCount } from './rest.ts';

/** The user; null: not logged in; undefined: unknown. */
export const me = signal<MeResponse | null | undefined>(undefined);

/** Whether the user must log in again. The page stays behind the login, with its inputs. */
export const isLoginRequired = signal(false);

/** Why the server does not return the logged-in user, such as an expired license; null: it returned the user or 401. */
export const sessionRefusal = signal<ApiError | null>(null);

/** Increases when the next user may be another one, who must not see earlier data and inputs. */
export const sessionGeneration = signal(0);

/** Whether a user is logged in. */
export const isLoggedIn = computed(() => Boolean(me.value) && !isLoginRequired.value);

/** Unsaved inputs by name, for the present user until they log out. The initial value is `nothing`. */
export function perUserSignal<Value>(initial: Value): (name: string) => Signal<Value> {
  const signals = new Map<string, Signal<Value>>();
  // the next user of this tab is another one
  effect(() => {
    if (me.value === null) signals.clear();
  });
  return (name) => {
    const key = `${name} ${me.value?.username}`;
    const current = signals.get(key) ?? signal(initial);
    signals.set(key, current);
    return current;
  };
}

/** Clears the user and all their data and inputs. */
export function clearSession(): void {
  me.value = null;
  isLoginRequired.value = false;
  sessionRefusal.value = null;
  clearKeys();
  sessionGeneration.value += 1;
}

function setUser(user: MeResponse): void {
  const before = me.peek();
  if (before && before.username !== user.username) clearSession();
  me.value = user;
  sessionRefusal.value = null;
  if (!isLoginRequired.peek()) return;
  isLoginRequired.value = false;
  // Loads the data that was refused meanwhile.
  reconnects.value += 1;
}

/** Shows the login: the session does not exist or has expired. */
function requireLogin(): void {
  sessionRefusal.value = null;
  if (me.peek()) isLoginRequired.value = true;
  else me.value = null;
}

/** Whether users can log in by an identity provider too. */
export const hasIdentityProvider = (): boolean =>
  document.querySelector('meta[name="slipway-provider"]')?.getAttribute('content') === 'yes';

/** Reads the logged-in user. Only 401 means that no user is logged in. While the server is offline, nothing changes. */
export async function loadSession(): Promise<void> {
  const loginsBefore = loginCount.peek();
  const generation = sessionGeneration.peek();
  // After a login or logout meanwhile, the response belongs to another user.
  const isCurrentSession = (): boolean => loginsBefore === loginCount.peek() && generation === sessionGeneration.peek();
  try {
    const user = await read<MeResponse>('/me');
    if (isCurrentSession()) setUser(user);
  } catch (error) {
    if (error instanceof OfflineError) return;
    if (!(error instanceof ApiError)) throw error;
    if (!isCurrentSession()) return;
    if (error.status === 401) requireLogin();
    else sessionRefusal.value = error;
  }
}

/** Throws ApiError, also where the password is right and the server then refuses to return the user. Throws OfflineError. */
export async function logIn(username: string, password: string): Promise<void> {
  await request({ method: 'POST', path: 'login', body: { username, password } });
  loginCount.value += 1;
  await loadSession();
  const refusal = sessionRefusal.peek();
  if (refusal !== null) throw refusal;
}

/** Ends the session in all tabs of this browser, unless the server is unavailable. */
export async function logOut(): Promise<void> {
  try {
    await request({ method: 'POST', path: 'logout' });
    clearSession();
  } catch (error) {
    if (!(error instanceof OfflineError)) throw error;
  }
}

/** Shows the login when the server requires one. */
export function watchSession(): void {
  let current = unauthorizedCount.value;
  effect(() => {
    if (unauthorizedCount.value === current) return;
    current = unauthorizedCount.value;
    requireLogin();
  });
}
