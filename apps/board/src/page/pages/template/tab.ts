import type { ReleaseResponse } from '@slipway/api-schema/plans';
import type { FunctionComponent } from 'preact';
import type { Entity } from '../../api/entity.ts';
import type { IconNode } from '../../components/marks/icon.tsx';
import type { Topic } from '../../live/subscriptions.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { offsetParam, type StateOf, type UrlParam, urlState, withParams } from '../../navigation/url-state.ts';

/** The first tab, which the address omits. */
export const firstTab = 'flow';

/** The id of the current tab. For an unknown id, the view shows the first tab. */
const tabParam: UrlParam<string> = {
  read: (params) => params.get('form') ?? firstTab,
  write: (tab) => (tab === firstTab ? [] : [['form', tab]]),
};

/** The query parameters of the template view. */
export const templateState = urlState({
  tab: tabParam,
  /** The offset of the current page. */
  from: offsetParam('from'),
});

/** Returns the address of a template, or of one of its tasks. */
export function templateUrl(id: string, state: StateOf<typeof templateState>, task?: string): string {
  const params = templateState.params(state);
  if (task !== undefined) params.set('task', lastSegment(task));
  return withParams(`/templates/${lastSegment(id)}`, params);
}

/** The properties of a tab of a template. */
export interface TabProps {
  readonly template: ReleaseResponse;
  /** The entity of the template, which loads and changes it. */
  readonly entity: Entity<ReleaseResponse>;
  /** The topics of the live updates. */
  readonly topics: readonly Topic[];
  /** The offset of the current page, from the address. */
  readonly from: number;
  readonly goToPage: (from: number) => void;
}

export interface Tab {
  /** The value of the parameter `form` in the address. */
  readonly id: string;
  readonly name: string;
  readonly icon: IconNode;
  readonly load: () => Promise<FunctionComponent<TabProps>>;
}
