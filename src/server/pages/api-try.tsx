import { Options } from '../../web/layout/components.tsx';
import type { ApiOperation, ApiParameter } from './api-operations.ts';
import { buildExample } from './schema-fields.ts';

/** Shows a form that sends a request. It is hidden without scripts: the command above it does the same. */
export function ApiTry({ operation }: { operation: ApiOperation }) {
  const { id, method, path, parameters = [], requestBody, key } = operation;
  const body = Object.entries(buildExample(requestBody?.content['application/json']?.schema)).filter(
    ([, example]) => typeof example === 'string' || Array.isArray(example),
  );
  return (
    <details class="api-try" data-try hidden>
      <summary>
        Try it<span class="visually-hidden">: {operation.summary}</span>
      </summary>
      <form data-method={method} data-path={path}>
        {parameters
          .filter((parameter) => parameter.in !== 'header')
          .map((parameter) => (
            <Parameter key={parameter.name} id={`${id}-${parameter.name}`} parameter={parameter} />
          ))}
        {body.map(([name, example]) => (
          <Input
            key={name}
            id={`${id}-${name}`}
            name={name}
            where={Array.isArray(example) ? 'list' : 'body'}
            isRequired
            value={[example].flat().join(', ')}
          />
        ))}
        {key !== 'none' && (
          <label class="api-key">
            <input type="checkbox" data-key checked={key === 'needed'} /> Send the API key
          </label>
        )}
        <button class="button button-small" type="submit">
          Send
        </button>
        <div data-response>
          <p role="status" />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}{' '}
          <pre hidden dir="auto" tabIndex={0} />
        </div>
      </form>
    </details>
  );
}

function Parameter({ id, parameter }: { id: string; parameter: ApiParameter }) {
  const { name, in: where, required = false, example = '', schema } = parameter;
  if (schema.enum === undefined) {
    return <Input id={id} name={name} where={where} isRequired={required} value={required ? example : ''} />;
  }
  return (
    <div>
      <label for={id}>{name}</label>
      <select id={id} name={name} data-in={where}>
        <option value="">not given</option>
        <Options of={schema.enum.map((value) => [value, value])} />
      </select>
    </div>
  );
}

interface InputProps {
  readonly id: string;
  readonly name: string;
  readonly where: string;
  readonly isRequired: boolean;
  readonly value: string;
}

function Input({ id, name, where, isRequired, value }: InputProps) {
  return (
    <div>
      <label for={id}>{where === 'list' ? `${name}, separated by commas` : name}</label>
      <input
        id={id}
        name={name}
        data-in={where}
        type="text"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        required={isRequired}
        value={value}
      />
    </div>
  );
}
