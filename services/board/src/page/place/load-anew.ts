/** Names the version of the page that was loaded anew, for what a server of another version lacks. */
const kept = 'slipway loaded anew';

/** A browser may forbid a page to keep anything: then nothing is loaded anew by itself. */
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

/** Loads the page anew, by which it becomes of the version of the server; once for each version, and answers whether it does. */
export function loadAnewOnce(): boolean {
  const isFirst = isFirstTime();
  if (isFirst) loadAnew();
  return isFirst;
}
