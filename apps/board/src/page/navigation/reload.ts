/** The key of the reloaded version, for files that a server of another version lacks. */
const storageKey = 'slipway reloaded';

/** Without storage, the page is not reloaded automatically. */
function markReloaded(): boolean {
  try {
    const isFirst = window.sessionStorage.getItem(storageKey) !== import.meta.url;
    window.sessionStorage.setItem(storageKey, import.meta.url);
    return isFirst;
  } catch {
    return false;
  }
}

export const reload = (): void => window.location.reload();

/** Reloads the page to get the version of the server; once for each version. Returns whether it does. */
export function reloadOnce(): boolean {
  const isFirst = markReloaded();
  if (isFirst) reload();
  return isFirst;
}
