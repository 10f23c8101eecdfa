import { useId } from 'preact/hooks';
import { eventHint, eventName, eventTypes, groupEvents } from './event-words.ts';

interface Props {
  /** What the selected events are for. */
  readonly legend: string;
  readonly selected: readonly string[];
  readonly change: (types: readonly string[]) => void;
}

interface BoxProps {
  readonly type: string;
  readonly isOn: boolean;
  readonly change: (isOn: boolean) => void;
}

function EventBox({ type, isOn, change }: BoxProps) {
  const id = useId();
  const hint = eventHint(type);
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isOn}
        aria-describedby={id}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      />
      <span>
        {eventName(type)}
        <span id={id} class="sub block">
          {hint}
        </span>
      </span>
    </label>
  );
}

/** Checkboxes for event types, by group. */
export const EventBoxes = ({ legend, selected, change }: Props) => (
  <fieldset class="event-boxes">
    <legend>{legend}</legend>
    {groupEvents([...new Set([...eventTypes, ...selected])]).map(({ group, label, types }) => (
      <details key={group} class="more" open={types.some((type) => selected.includes(type))}>
        <summary>
          {label} ({types.filter((type) => selected.includes(type)).length}/{types.length})
        </summary>
        {types.map((type) => (
          <EventBox
            key={type}
            type={type}
            isOn={selected.includes(type)}
            change={(isOn) => change(isOn ? [...selected, type] : selected.filter((other) => other !== type))}
          />
        ))}
      </details>
    ))}
  </fieldset>
);
