import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

/** An action of the current view in the command palette. */
export interface PaletteAction {
  /** The label of the button and the object, such as `Abort Payments`. */
  readonly name: string;
  readonly run: () => void;
  /** The permission that the user lacks; null if the user lacks none. */
  readonly missingPermission: string | null;
}

/** All actions, the latest last. */
export const paletteActions = signal<readonly PaletteAction[]>([]);

/** Adds these actions to the palette while the component is mounted. */
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
