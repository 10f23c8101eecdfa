import { lastSegment } from '../../../navigation/ids.ts';
import { optionalOffsetParam, type StateOf, urlState, withParams } from '../../../navigation/url-state.ts';
import { templateState } from '../tab.ts';

/** The id of the tab with the versions of a template. */
export const historyTab = 'history';

/** The query parameters of the history: the open version, and the version that it is compared with. */
export const historyState = urlState({
  version: optionalOffsetParam('version'),
  /** null: the current version; for the current version, the one before it */
  other: optionalOffsetParam('with'),
});

/** Returns the address of the history of a template, or of one version. */
export function historyUrl(id: string, state: StateOf<typeof historyState> = { version: null, other: null }): string {
  const tab = templateState.params({ tab: historyTab, from: 0 });
  return withParams(`/templates/${lastSegment(id)}`, new URLSearchParams([...tab, ...historyState.params(state)]));
}
