import { lastSegment } from '../../navigation/ids.ts';
import {
  choiceParam,
  flagParam,
  optionalOffsetParam,
  type StateOf,
  urlState,
  withParams,
} from '../../navigation/url-state.ts';

/** The tabs of a release; the first one has no name in the address. */
export const tabLabels = {
  flow: 'Flow',
  table: 'Table',
  timeline: 'Timeline',
  properties: 'Properties',
  variables: 'Variables',
  attachments: 'Files',
  activity: 'Activity',
} as const;
export type ReleaseTab = keyof typeof tabLabels;

const isTab = (text: string): text is ReleaseTab => Object.hasOwn(tabLabels, text);
export const tabs: readonly ReleaseTab[] = Object.keys(tabLabels).filter(isTab);

/** The state of a release's view, in its address. */
export const releaseState = urlState(
  {
    isArchived: flagParam('archive'),
    tab: choiceParam('form', ['flow', ...tabs]),
    /** The number of rows of a list, or tasks of a flow, before the page; null: the default page */
    from: optionalOffsetParam('from'),
  },
  // the default page of a list is its first one, that of a flow has the running task
  (state) => (state.from === 0 && state.tab !== 'flow' ? { ...state, from: null } : state),
);
export type UrlState = StateOf<typeof releaseState>;

/** The address of a release, and of one of its tasks. */
export function releaseUrl(id: string, state: UrlState, task?: string): string {
  const params = releaseState.params(state);
  if (task !== undefined) params.set('task', lastSegment(task));
  return withParams(`/releases/${lastSegment(id)}`, params);
}
