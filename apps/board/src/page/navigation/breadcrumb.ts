import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

/** A part of the path to the current view. */
export interface Crumb {
  readonly label: string;
  /** The path of its view; null for the current view, and for a place without a view. */
  readonly to: string | null;
}

/** The path to the current view, from the outermost place. Empty: the name of the view is enough. */
export const crumbs = signal<readonly Crumb[]>([]);

/** Sets the breadcrumb while the component is mounted. */
export function useBreadcrumb(parts: readonly Crumb[]): void {
  const key = JSON.stringify(parts);
  useLayoutEffect(() => {
    crumbs.value = parts;
    return () => {
      if (crumbs.peek() === parts) crumbs.value = [];
    };
  }, [key]);
}
