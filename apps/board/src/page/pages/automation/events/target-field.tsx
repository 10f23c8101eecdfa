import { useContext } from 'preact/hooks';
import { ChoiceField } from '../../../components/fields/field.tsx';
import { t } from '../../../navigation/text.ts';
import { EventScopeContext } from './event-scope.ts';

const targets = [
  ['releaseTitle', t('Release title')],
  ['tags', t('Tags')],
  ['template', t('Template')],
  ['folder', t('Folder')],
] as const;

interface Props {
  readonly label: string;
  readonly text: string;
  readonly write: (text: string) => void;
}

/** A select field for the member of the release that receives a value: also the variables of the template. */
export function TargetField({ label, text, write }: Props) {
  const variables = useContext(EventScopeContext)?.variables ?? [];
  const options = [
    ['', t('Select…')] as const,
    ...targets,
    ...variables.map(({ key }) => [`variables[${key}]`, t`Variable ${key}`] as const),
  ];
  const isListed = options.some(([target]) => target === text);
  return (
    <ChoiceField
      label={label}
      value={text}
      options={isListed ? options : [...options, [text, text] as const]}
      change={write}
    />
  );
}
