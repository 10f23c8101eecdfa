import { useSignal } from '@preact/signals';
import { formatPlaceholder } from '@slipway/domain/event-paths';
import { useContext, useRef } from 'preact/hooks';
import { Lazy } from '../../../components/lazy.tsx';
import { announce } from '../../../navigation/announce.ts';
import { t } from '../../../navigation/text.ts';
import { EventScopeContext } from './event-scope.ts';

const loadPicker = async () => (await import('./path-picker.tsx')).PathPicker;

/** What a field contains: one path, or a text with placeholders for paths. */
export type PathUse = 'path' | 'placeholder';

interface Props {
  readonly use: PathUse;
  readonly label: string;
  readonly text: string;
  readonly write: (text: string) => void;
}

/** A button that writes the path to a value of a sample event into the field before it. */
export function PathButton({ use, label, text, write }: Props) {
  const scope = useContext(EventScopeContext);
  const isOpen = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  if (scope === null) return null;
  const close = (): void => {
    isOpen.value = false;
    button.current?.focus();
  };
  const select = (picked: string): void => {
    write(use === 'path' ? picked : `${text}${picked}`);
    announce(t`${label}: ${picked}`);
    close();
  };
  return (
    <div>
      <button ref={button} type="button" class="small" onClick={() => (isOpen.value = true)}>
        {use === 'path' ? t`Pick ${label.toLowerCase()}…` : t('Insert event value…')}
      </button>
      {isOpen.value && (
        <Lazy
          load={loadPicker}
          props={{ scope, format: use === 'path' ? (path: string) => path : formatPlaceholder, select, close }}
        />
      )}
    </div>
  );
}
