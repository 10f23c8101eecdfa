import type { ReleaseResponse } from '@slipway/api-schema/plans';
import type { FunctionComponent } from 'preact';
import type { Entity } from '../../api/entity.ts';
import type { Topic } from '../../live/subscriptions.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { offsetParam, type StateOf, type UrlParam, urlState, withParams } from '../../navigation/url-state.ts';

/** The first tab, which has no name in the address. */
export const firstTab = 'flow';

/** The id of a tab; the view shows the first tab for an unknown one. */
const tabParam: UrlParam<string> = {
  read: (params) => params.get('form') ?? firstTab,
  write: (tab) => (tab === firstTab ? [] : [['form', tab]]),
};

/** The state of a template's view, in its address. */
export const templateState = urlState({
  tab: tabParam,
  /** The number of rows before the page */
  from: offsetParam('from'),
});

/** The address of a template, and of one of its tasks. */
export function templateUrl(id: string, state: StateOf<typeof templateState>, task?: string): string {
  const params = templateState.params(state);
  if (task !== undefined) params.set('task', lastSegment(task));
  return withParams(`/templates/${lastSegment(id)}`, params);
}

/** The properties of a tab of a template. */
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
