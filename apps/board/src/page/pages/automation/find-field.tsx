import Search from '~icons/lucide/search';
import { Icon } from '../../components/marks/icon.tsx';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly change: (text: string) => void;
}

/** The search field of a list. */
export const FindField = ({ label, value, change }: Props) => (
  <label class="find">
    <Icon of={Search} />
    <span class="unseen">{label}</span>
    <input
      type="search"
      placeholder={label}
      value={value}
      onInput={({ currentTarget }) => change(currentTarget.value)}
    />
  </label>
);
