import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

/** An action of the current view, which the palette offers. */
export interface PaletteAction {
  /** The label of its button and the object: `Abort Payments` */
  readonly name: string;
  readonly run: () => void;
  /** the permission that is missing; null: none */
  readonly missingPermission: string | null;
}

/** All actions, the newest last. */
export const paletteActions = signal<readonly PaletteAction[]>([]);

/** Offers these actions while the component is shown. */
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
