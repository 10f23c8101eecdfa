interface Props {
  /** What the switch turns on. */
  readonly label: string;
  readonly isOn: boolean;
  readonly change: (isOn: boolean) => void;
  /** Why the switch is disabled; null if it is enabled. */
  readonly disabledReason?: string | null;
  /** Whether the change is being saved. */
  readonly isBusy?: boolean;
}

/** A switch that applies immediately. */
export const Switch = ({ label, isOn, change, disabledReason = null, isBusy = false }: Props) => (
  <button
    type="button"
    class="switch"
    role="switch"
    aria-checked={isOn}
    aria-label={label}
    aria-busy={isBusy}
    aria-disabled={disabledReason === null ? undefined : 'true'}
    title={disabledReason ?? label}
    onClick={() => {
      if (disabledReason === null && !isBusy) change(!isOn);
    }}
  />
);
