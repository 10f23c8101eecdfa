import { lastSegment } from '../../navigation/ids.ts';
import { optionalOffsetParam, type StateOf, textParam, urlState } from '../../navigation/url-state.ts';

export const compareState = urlState({
  /** The id of the other release or template; empty until the user selects one. */
  other: textParam('with'),
  /** The version of the template; null for the one from which the release was created. */
  version: optionalOffsetParam('version'),
});

/** Returns the address of the comparison of a release. */
export const compareUrl = (id: string, { other, version }: StateOf<typeof compareState>): string =>
  compareState.url(`/releases/${lastSegment(id)}/compare`, { other: other === '' ? '' : lastSegment(other), version });
