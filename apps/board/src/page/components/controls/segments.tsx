interface Props<Value extends string> {
  /** The name of the group. */
  readonly label: string;
  readonly value: Value;
  /** Two to four values with their labels. */
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly change: (value: Value) => void;
}

/** A choice of how something is shown, as a row of buttons of which one is pressed. */
export const Segments = <Value extends string>({ label, value, options, change }: Props<Value>) => (
  <fieldset class="segments" aria-label={label}>
    {options.map(([option, name]) => (
      <button key={option} type="button" aria-pressed={option === value} onClick={() => change(option)}>
        {name}
      </button>
    ))}
  </fieldset>
);
