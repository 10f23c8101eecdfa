import type { ReleaseAnswer } from '@slipway/wire';
import type { FunctionComponent } from 'preact';
import type { Entity } from '../../data/entity.ts';
import type { Want } from '../../live/wants.ts';

/** What a tab of a template is given. */
export interface TabProps {
  readonly template: ReleaseAnswer;
  /** the same, to be asked for again or foreseen */
  readonly shown: Entity<ReleaseAnswer>;
  /** what tells that it may be another */
  readonly wanted: readonly Want[];
  /** how many rows come before those that are shown, as the address says */
  readonly from: number;
  readonly turn: (from: number) => void;
}

export interface Tab {
  /** what the address says of it in `form`; the first tab has no name there */
  readonly form: string;
  readonly name: string;
  readonly load: () => Promise<FunctionComponent<TabProps>>;
}
