/** The key of the reloaded version, for files that a server of another version lacks. */
const kept = 'slipway reloaded';

/** Without storage, the page is not reloaded automatically. */
function isFirstTime(): boolean {
  try {
    const isFirst = window.sessionStorage.getItem(kept) !== import.meta.url;
    window.sessionStorage.setItem(kept, import.meta.url);
    return isFirst;
  } catch {
    return false;
  }
}

export const loadAnew = (): void => window.location.reload();

/** Reloads the page to get the version of the server; once for each version. Returns whether it does. */
export function loadAnewOnce(): boolean {
  const isFirst = isFirstTime();
  if (isFirst) loadAnew();
  return isFirst;
}
