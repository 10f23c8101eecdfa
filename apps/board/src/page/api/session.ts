import { computed, effect, type Signal, signal } from '@preact/signals';
import type { MeResponse } from '@slipway/api-schema/people';
import { reconnects } from './connection.ts';
import { clearDrafts, readDraft, storeDraft } from './draft-storage.ts';
import { ApiError, OfflineError } from './errors.ts';
import { clearKeys } from './idempotency-keys.ts';
import { forgetResponses } from './recent-responses.ts';
import { forbiddenCount, loginCount, newPasswordCount, read, request, unauthorizedCount } from './rest.ts';

/** The logged-in user; null if no user is logged in; undefined if this is unknown. */
export const me = signal<MeResponse | null | undefined>(undefined);

/** Whether the user must log in again. The page stays open behind the login, with its unsaved inputs. */
export const isLoginRequired = signal(false);

/** The error of `GET /me` other than 401, such as an expired license; null if there is none. */
export const sessionRefusal = signal<ApiError | null>(null);

/** Increases at each logout and change of user. The next user must not see data and inputs of the previous user. */
export const sessionGeneration = signal(0);

/** Whether a user is logged in, need not log in again, and need not choose a new password. */
export const isLoggedIn = computed(
  () => Boolean(me.value) && me.value?.mustChangePassword !== true && !isLoginRequired.value,
);

/** Returns a function that returns the signal of a name. The signals belong to the current user and end at logout. */
export function perUserSignal<Value>(initial: Value): (name: string) => Signal<Value> {
  const signals = new Map<string, Signal<Value>>();
  // Another user may log in next in this tab.
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

/** How the drafts of one kind are stored. Neither function may handle a password. */
export interface DraftFormat<Value> {
  /** Returns the text to store; null for a draft without inputs. */
  readonly write: (draft: Value) => string | null;
  /** Parses a stored text. Returns undefined for an invalid one. Throws SyntaxError. */
  readonly read: (text: string) => Value | undefined;
}

function readStored<Value>(text: string | null, { read: parse }: DraftFormat<Value>): Value | undefined {
  try {
    return text === null ? undefined : parse(text);
  } catch {
    return undefined;
  }
}

/** The format of a text. */
export const textFormat: DraftFormat<string> = { write: (text) => text || null, read: (text) => text };

const isTextEntry = (entry: unknown): entry is readonly [string, string] =>
  Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string');

/** The format of texts by key. It stores only the texts of `storedKeys`, because others may be passwords. */
export const textsFormat = (storedKeys: ReadonlySet<string>): DraftFormat<ReadonlyMap<string, string>> => ({
  write: (texts) => {
    const entries = [...texts].filter(([key]) => storedKeys.has(key));
    return entries.length === 0 ? null : JSON.stringify(entries);
  },
  read: (text) => {
    const entries: unknown = JSON.parse(text);
    return Array.isArray(entries) ? new Map(entries.filter(isTextEntry)) : undefined;
  },
});

/**
 * Returns a function that returns the draft of a name. The drafts belong to the current user, survive a reload of the tab,
 * and end at logout. The format of the latest call applies.
 */
export function draftSignal<Value>(kind: string, initial: Value) {
  const formats = new WeakMap<Signal<Value>, DraftFormat<Value>>();
  const signals = perUserSignal(initial);
  return (name: string, format: DraftFormat<Value>): Signal<Value> => {
    const draft = signals(name);
    const username = me.peek()?.username;
    if (username === undefined) return draft;
    const isNew = !formats.has(draft);
    formats.set(draft, format);
    if (!isNew) return draft;
    const storageName = `${kind} ${name}`;
    const stored = readStored(readDraft(username, storageName), format);
    if (stored !== undefined) draft.value = stored;
    draft.subscribe((value) => {
      // After a logout, the storage must stay empty.
      if (me.peek()?.username === username)
        storeDraft(username, storageName, (formats.get(draft) ?? format).write(value));
    });
    return draft;
  };
}

/** Removes the user, and all data and inputs of the user. */
export function clearSession(): void {
  clearDrafts(null);
  me.value = null;
  isLoginRequired.value = false;
  sessionRefusal.value = null;
  clearKeys();
  forgetResponses();
  sessionGeneration.value += 1;
}

function setUser(user: MeResponse): void {
  const before = me.peek();
  if (before && before.username !== user.username) clearSession();
  clearDrafts(user.username);
  me.value = user;
  sessionRefusal.value = null;
  if (!isLoginRequired.peek() && before?.mustChangePassword !== true) return;
  isLoginRequired.value = false;
  // Reloads the data that the server rejected in the meantime.
  reconnects.value += 1;
}

/** Shows the login: the session does not exist or has expired. */
function requireLogin(): void {
  sessionRefusal.value = null;
  if (me.peek()) isLoginRequired.value = true;
  else me.value = null;
}

/** Whether users can also log in with an identity provider. */
export const hasIdentityProvider = (): boolean =>
  document.querySelector('meta[name="slipway-provider"]')?.getAttribute('content') === 'yes';

/** Without teams: the creator of many releases is in the teams of each. */
export const sessionPath = '/me?teams=false';

/**
 * Loads the logged-in user. Only 401 means that no user is logged in. If the server is unavailable, nothing changes.
 */
export async function loadSession(): Promise<void> {
  const loginsBefore = loginCount.peek();
  const generation = sessionGeneration.peek();
  // A response that was requested before a login or logout may belong to another user.
  const isCurrentSession = (): boolean => loginsBefore === loginCount.peek() && generation === sessionGeneration.peek();
  try {
    const user = await read<MeResponse>(sessionPath);
    if (isCurrentSession()) setUser(user);
  } catch (error) {
    if (error instanceof OfflineError) return;
    if (!(error instanceof ApiError)) throw error;
    if (!isCurrentSession()) return;
    if (error.status === 401) requireLogin();
    else sessionRefusal.value = error;
  }
}

/**
 * Logs in with a password. Throws ApiError if the server rejects the password, or if it then rejects `GET /me`. Throws
 * OfflineError.
 */
export async function logIn(username: string, password: string): Promise<void> {
  await request({ method: 'POST', path: 'login', body: { username, password } });
  loginCount.value += 1;
  await loadSession();
  const refusal = sessionRefusal.peek();
  if (refusal !== null) throw refusal;
}

/** Ends the session in all tabs of this browser. Does nothing if the server is unavailable. */
export async function logOut(): Promise<void> {
  try {
    await request({ method: 'POST', path: 'logout' });
    clearSession();
  } catch (error) {
    if (!(error instanceof OfflineError)) throw error;
  }
}

/** Reloads the user and all shown data, whose permissions disable the controls of the page. */
async function reloadPermissions(): Promise<void> {
  await loadSession();
  if (isLoggedIn.peek()) reconnects.value += 1;
}

/**
 * Shows the login, or the page for a new password, when the server requires one. Reloads the permissions when the server
 * refuses a change.
 */
export function watchSession(): void {
  forbiddenCount.subscribe((count) => {
    if (count > 0 && isLoggedIn.peek()) void reloadPermissions();
  });
  newPasswordCount.subscribe((count) => {
    if (count > 0 && isLoggedIn.peek()) void loadSession();
  });
  let current = unauthorizedCount.value;
  effect(() => {
    if (unauthorizedCount.value === current) return;
    current = unauthorizedCount.value;
    requireLogin();
  });
}
