import { SuggestField } from '../../components/fields/suggest-field.tsx';
import { languageName } from './language-name.ts';

interface Props {
  readonly label: string;
  /** The hint for an empty field. */
  readonly emptyHint: string;
  /** A language tag (BCP 47). */
  readonly value: string;
  readonly change: (tag: string) => void;
}

/** A field for the language of messages. It offers the languages of the browser, and shows the name of a language. */
export const LanguageField = ({ label, emptyHint, value, change }: Props) => (
  <SuggestField
    label={label}
    hint={value.trim() === '' ? emptyHint : languageName(value.trim())}
    value={value}
    change={change}
    suggestions={[...new Set([...navigator.languages, 'en'])]}
  />
);
