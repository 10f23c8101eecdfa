import { useSignal } from '@preact/signals';
import type { VariableResponse } from '@slipway/api-schema/variables';
import type { ComponentChildren } from 'preact';
import { useQuery } from '../../../live/queries.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { EventScopeContext } from './event-scope.ts';

interface Props {
  /** The id of the endpoint or event source; null: the trigger has no event. */
  readonly source: string | null;
  /** The id of the template; empty if none is selected. */
  readonly template: string;
  readonly children: ComponentChildren;
}

/** Provides the event of a trigger to the fields of its form. */
export function EventForm({ source, template, children }: Props) {
  const preset = useSignal('');
  const changes = useSignal(0);
  const newEndpoints = useSignal(0);
  const path = source === null || template === '' ? null : `/templates/${lastSegment(template)}/variables`;
  const variables = useQuery<readonly VariableResponse[]>(path).value.value ?? [];
  const scope = source === null ? null : { source, preset, changes, newEndpoints, variables };
  return <EventScopeContext.Provider value={scope}>{children}</EventScopeContext.Provider>;
}
