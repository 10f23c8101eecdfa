import type { ComponentChild } from 'preact';
import type { EventScope } from './event-scope.ts';
import { EventTypeField } from './event-type-field.tsx';
import { MappedValueField } from './mapped-value-field.tsx';
import { mappingTarget } from './mapping-target.ts';
import { PathValueField } from './path-value-field.tsx';
import { TargetField } from './target-field.tsx';

/** A property of a trigger, a condition or a mapping. */
interface EventProperty {
  readonly name: string;
  readonly kind: string;
  readonly label: string;
  readonly hint: string | undefined;
  /** The type of the part that contains the property; empty outside a part. */
  readonly partType: string;
  /** The other values of the part. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly write: (text: string) => void;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns a field that offers values of the event or the template; null if the property has an ordinary field. */
export function eventPropertyField(property: EventProperty, scope: EventScope | null): ComponentChild {
  const { name, kind, label, hint, partType, values, text, write } = property;
  const field = { label, text, write };
  if (name === 'targetProperty') return <TargetField {...field} />;
  if (scope === null) return null;
  if (name === 'eventType') return <EventTypeField {...field} />;
  if (name !== 'value') return null;
  if (partType === 'events.FilterExpression') {
    const isText = ['', 'STRING'].includes(asText(values.valueType));
    return isText ? <PathValueField {...field} hint={hint} path={asText(values.path)} /> : null;
  }
  if (partType !== 'events.MappedProperty') return null;
  const isList = kind === 'list_of_string';
  const goal = asText(values.targetProperty);
  const target = mappingTarget(goal, scope.variables, isList);
  return target && <MappedValueField key={goal} {...field} target={target} isList={isList} />;
}
