import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

/** Something that may be done where the viewer is; the palette offers it. */
export interface PaletteAction {
  /** in the words of its button, and of what it is about: `Abort Payments` */
  readonly name: string;
  readonly run: () => void;
  /** the permission that is missing; null: none */
  readonly missingPermission: string | null;
}

/** All that is offered now, the newest last. */
export const paletteActions = signal<readonly PaletteAction[]>([]);

/** Offers these for as long as what calls this is shown. */
export function usePaletteActions(actions: readonly PaletteAction[]): void {
  const latest = useRef(actions);
  latest.current = actions;
  const key = JSON.stringify(actions.map(({ name, missingPermission }) => [name, missingPermission]));
  useEffect(() => {
    const added = latest.current.map(
      ({ name, missingPermission }, index): PaletteAction => ({
        name,
        missingPermission,
        run: () => latest.current[index]?.run(),
      }),
    );
    paletteActions.value = [...paletteActions.peek(), ...added];
    return () => {
      paletteActions.value = paletteActions.peek().filter((action) => !added.includes(action));
    };
  }, [key]);
}
