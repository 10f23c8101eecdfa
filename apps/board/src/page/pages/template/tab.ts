import type { ReleaseResponse } from '@slipway/api-schema/plans';
import type { FunctionComponent } from 'preact';
import type { Entity } from '../../api/entity.ts';
import type { Topic } from '../../live/subscriptions.ts';

/** What a tab of a template is given. */
export interface TabProps {
  readonly template: ReleaseResponse;
  /** The same as an entity, to load or change it */
  readonly entity: Entity<ReleaseResponse>;
  /** The subscriptions for its changes */
  readonly topics: readonly Topic[];
  /** The number of rows before the page, from the address */
  readonly from: number;
  readonly goToPage: (from: number) => void;
}

export interface Tab {
  /** Its value of `form` in the address; empty for the first tab */
  readonly id: string;
  readonly name: string;
  readonly load: () => Promise<FunctionComponent<TabProps>>;
}
