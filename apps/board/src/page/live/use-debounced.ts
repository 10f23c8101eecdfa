import { useEffect, useState } from 'preact/hooks';

/** The pause after a key before a request, in milliseconds. */
export const debounceMs = 120;

/** The typed text, after a pause. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setDebounced(text), debounceMs);
    return () => window.clearTimeout(timer);
  }, [text]);
  // A cleared text needs no request.
  return text === '' ? '' : debounced;
}
