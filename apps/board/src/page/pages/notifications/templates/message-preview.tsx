import { useSignal } from '@preact/signals';
import type { TemplatePreviewResponse } from '@slipway/api-schema/notifications';
import { useEffect } from 'preact/hooks';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { read } from '../../../api/rest.ts';
import { Refusal } from '../../../components/refusal.tsx';
import { t } from '../../../navigation/text.ts';
import type { Scope } from '../place.ts';
import type { MessageTemplate } from './template.ts';

interface Props {
  readonly title: string;
  readonly scope: Scope;
  /** Without a text, the message has the inherited one. */
  readonly template: Omit<MessageTemplate, 'text'> & { readonly text?: string };
}

/** The pause after a keystroke before a request, in milliseconds. */
const pauseMs = 400;

/** Loads the message of a template, some time after its last change. */
function usePreview({ scope: { folderId }, template }: Omit<Props, 'title'>) {
  const preview = useSignal<TemplatePreviewResponse | null>(null);
  const refusal = useSignal<DisplayMessage | null>(null);
  const body = { template, ...(folderId !== null && { folderId }) };
  useEffect(() => {
    let isCanceled = false;
    const load = async (): Promise<void> => {
      try {
        const response = await read<TemplatePreviewResponse>('/notification-templates/preview', body);
        if (isCanceled) return;
        preview.value = response;
        refusal.value = null;
      } catch (error) {
        if (!isCanceled) refusal.value = messageOf(error);
      }
    };
    const timer = window.setTimeout(() => void load(), preview.peek() === null ? 0 : pauseMs);
    return () => {
      isCanceled = true;
      window.clearTimeout(timer);
    };
  }, [JSON.stringify(body)]);
  return { preview: preview.value, refusal: refusal.value };
}

/** A message with the data of the last event of its type, or of an example. */
export function MessagePreview({ title, ...props }: Props) {
  const { preview, refusal } = usePreview(props);
  return (
    <section class="message-preview" aria-label={title}>
      <h3>{title}</h3>
      <Refusal message={refusal} />
      {preview && refusal === null && (
        <>
          {preview.subject !== undefined && (
            <p>
              <b>
                <bdi>{preview.subject}</bdi>
              </b>
            </p>
          )}
          <pre>{preview.text}</pre>
          <p class="hint">
            {preview.eventId === undefined
              ? t('With the data of an example, because no such event is stored')
              : t('With the data of the last such event')}
          </p>
        </>
      )}
    </section>
  );
}
