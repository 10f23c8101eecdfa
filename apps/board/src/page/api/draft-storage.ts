// Unsaved inputs survive a reload of the tab in its session storage, which no other tab can read. So do the full names of
// users. Passwords are never stored.

const prefix = 'slipway draft ';

const keyOf = (username: string, name: string): string => `${prefix}${username} ${name}`;

/** Returns the stored draft of a user; null if there is none or the browser blocks storage. */
export function readDraft(username: string, name: string): string | null {
  try {
    return window.sessionStorage.getItem(keyOf(username, name));
  } catch {
    return null;
  }
}

/** Stores a draft of a user; null removes it. */
export function storeDraft(username: string, name: string, text: string | null): void {
  try {
    if (text === null) window.sessionStorage.removeItem(keyOf(username, name));
    else window.sessionStorage.setItem(keyOf(username, name), text);
  } catch {
    // Without storage, or without space, the draft remains until the page is reloaded.
  }
}

/** Removes the drafts of all users except one; null removes all drafts. */
export function clearDrafts(exceptUsername: string | null): void {
  try {
    for (const key of Object.keys(window.sessionStorage)) {
      const isKept = exceptUsername !== null && key.startsWith(keyOf(exceptUsername, ''));
      if (key.startsWith(prefix) && !isKept) window.sessionStorage.removeItem(key);
    }
  } catch {
    // Without storage, there are no drafts.
  }
}
