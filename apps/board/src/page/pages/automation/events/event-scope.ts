import type { Signal } from '@preact/signals';
import type { VariableResponse } from '@slipway/api-schema/variables';
import { createContext } from 'preact';

/** The event of the trigger in a form. */
export interface EventScope {
  /** The id of the endpoint or event source; empty if none is selected. */
  readonly source: string;
  /** The id of the example of the event that the user selected last; empty: none. */
  readonly preset: Signal<string>;
  /** The number of changes of the filter by the fields of the event. */
  readonly changes: Signal<number>;
  /** The number of endpoints that this form has created. */
  readonly newEndpoints: Signal<number>;
  /** The variables of the template. */
  readonly variables: readonly VariableResponse[];
}

/** The event of the form around a field; null outside the form of an event trigger. */
export const EventScopeContext = createContext<EventScope | null>(null);

/** The type of the part around a field; empty outside a list of parts. */
export const PartTypeContext = createContext('');
