import { ChoiceField } from '../../../components/fields/field.tsx';
import { useTaskTypes } from '../../../live/task-types.ts';

interface Props {
  readonly value: string;
  readonly change: (type: string) => void;
}

/** A type of tasks, of those that are there now. */
export function TypeField({ value, change }: Props) {
  const typeOptions = (useTaskTypes() ?? []).map(({ type, title, plugin }): readonly [string, string] => [
    type,
    plugin === undefined ? title : `${title} (${plugin})`,
  ]);
  const options = typeOptions.some(([type]) => type === value)
    ? typeOptions
    : [[value, value] as const, ...typeOptions];
  return <ChoiceField label="Type" value={value} options={options} change={change} />;
}
