import type { ComponentChildren } from 'preact';
import type { ShownState } from './shown-states.ts';

interface ExampleProps {
  /** The state that the example shows. */
  readonly name: string;
  readonly children: ComponentChildren;
  /** Shows all elements of the example as hovered, focused or pressed. */
  readonly shown?: ShownState;
  /** Whether the example needs the whole width. */
  readonly isWide?: boolean;
}

/** A component in one state. */
export const Example = ({ name, children, shown, isWide = false }: ExampleProps) => (
  <figure class={isWide ? 'example wide' : 'example'}>
    <figcaption>{name}</figcaption>
    <div data-shown={shown}>{children}</div>
  </figure>
);

/** The states of one component. */
export interface ComponentStates {
  /** The anchor of its section. */
  readonly id: string;
  readonly title: string;
  readonly Examples: () => ComponentChildren;
}

/** A long title without spaces, and one with spaces. */
export const longWord = 'card-service-settlement-reconciliation-eu-central-1-production-2026-11-29';
export const longText =
  'Settlement and reconciliation of card payments for all merchants in the European Economic Area, second attempt';

/** An action that does nothing. */
export const noop = (): void => {};

/** An action that never ends, for the busy state. */
export const endless = (): Promise<never> => new Promise(() => {});
