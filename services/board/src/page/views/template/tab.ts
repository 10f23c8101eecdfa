import type { ReleaseAnswer } from '@slipway/wire';
import type { FunctionComponent } from 'preact';
import type { Entity } from '../../data/entity.ts';
import type { Want } from '../../live/wants.ts';

/** What a tab of a template is given. */
export interface TabProps {
  readonly template: ReleaseAnswer;
  /** The same as an entity, to load or change it */
  readonly shown: Entity<ReleaseAnswer>;
  /** The subscriptions for its changes */
  readonly wanted: readonly Want[];
  /** The number of rows before the page, from the address */
  readonly from: number;
  readonly turn: (from: number) => void;
}

export interface Tab {
  /** Its value of `form` in the address; empty for the first tab */
  readonly form: string;
  readonly name: string;
  readonly load: () => Promise<FunctionComponent<TabProps>>;
}
