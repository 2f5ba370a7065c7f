import { useEffect, useId, useState } from "react";
import { useStore } from "zustand";
import type { Harness, HarnessSettings, ModelList } from "../../bridge/client";
import { withFavourite } from "../../domain/harnesses";
import { ago, counted } from "../../domain/wording";
import type { Session } from "../../state/session";
import { Button, IconButton } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { TextField } from "../../ui/text-field";
import { Row } from "./row";
import styles from "./settings.module.css";

export interface AgentModelsProps {
  readonly session: Session;
  readonly harness: Harness;
  readonly choices: HarnessSettings;
  readonly setting: string;
  readonly failures: Readonly<Record<string, string>>;
  readonly onChange: (part: string, next: Partial<HarnessSettings>) => void;
}

/** The default model and the favourites, each from the list of the CLI or named by hand. */
export function AgentModels({ session, harness, choices, setting, failures, onChange }: AgentModelsProps) {
  const { id, name, presence, listsModels, modelExample } = harness;
  const list = useStore(session.harnesses.store, ({ models }) => models[id]);
  const asking = useStore(session.harnesses.store, (state) => state.asking.has(id));
  const known = useId();
  const askable = listsModels && presence === "installed";
  useEffect(() => {
    if (askable) void session.harnesses.askModels(id);
  }, [session, id, askable]);
  const models = list?.models ?? [];
  return (
    <>
      <Row
        id={`${setting}.model`}
        name="Default model"
        description={`Launched by a click. Empty is the default of ${name} itself.`}
        message={failures[`${setting}.model`]}
        onReset={choices.model === "" ? undefined : () => onChange("model", { model: "" })}
      >
        {(words) => (
          <span className={styles.wide}>
            <datalist id={known}>
              {models.map((model) => (
                <option key={model.id} value={model.id}>
                  {model.name}
                </option>
              ))}
            </datalist>
            <ModelField
              label={`Default model of ${name}`}
              describedBy={words}
              known={known}
              example={modelExample}
              model={choices.model}
              onModel={(model) => onChange("model", { model })}
            />
          </span>
        )}
      </Row>
      <Row
        id={`${setting}.favourites`}
        name="Favourites"
        description="First in the menu beside the button, and in the palette."
        message={failures[`${setting}.favourites`]}
      >
        {(words) => (
          <Favourites
            name={name}
            known={known}
            describedBy={words}
            favourites={choices.favourites}
            onChange={(favourites) => onChange("favourites", { favourites: [...favourites] })}
          />
        )}
      </Row>
      {askable && (
        <Row
          id={`${setting}.list`}
          name="List of models"
          message={list?.failed && `${list.failed} ${list.hint}`}
        >
          {() => (
            <>
              <span role="status">{listInWords(list, asking)}</span>
              <Button
                size="small"
                variant="ghost"
                data-control="refresh-models"
                disabled={asking}
                aria-label={`Refresh the models of ${name}`}
                onClick={() => void session.harnesses.askModels(id, true)}
              >
                <Icon name="restart" size={12} />
                Refresh
              </Button>
            </>
          )}
        </Row>
      )}
    </>
  );
}

function listInWords(list: ModelList | undefined, asking: boolean): string {
  if (asking) return "Listing the models";
  if (!list) return "Not listed yet";
  const count = `${counted(list.models.length, "model")}${list.incomplete ? ", and more" : ""}`;
  if (list.standIn) return `${count}, known to this application`;
  return list.listed ? `${count}, listed ${ago(new Date(list.listed), new Date())}` : count;
}

interface ModelFieldProps {
  readonly label: string;
  readonly describedBy: string;
  readonly known: string;
  readonly example: string;
  readonly model: string;
  readonly onModel: (model: string) => void;
}

/** A model by its name; it is kept when the field is left or Enter is pressed. */
function ModelField({ label, describedBy, known, example, model, onModel }: ModelFieldProps) {
  const [draft, setDraft] = useState<string>();
  function keep() {
    const next = draft?.trim();
    setDraft(undefined);
    if (next !== undefined && next !== model) onModel(next);
  }
  return (
    <TextField
      label={label}
      mono
      small
      list={known}
      aria-describedby={describedBy}
      data-control="setting"
      placeholder={example}
      value={draft ?? model}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === "Enter") keep();
      }}
    />
  );
}

interface FavouritesProps {
  readonly name: string;
  readonly known: string;
  readonly describedBy: string;
  readonly favourites: readonly string[];
  readonly onChange: (favourites: readonly string[]) => void;
}

function Favourites({ name, known, describedBy, favourites, onChange }: FavouritesProps) {
  return (
    <div className={styles.favourites}>
      {favourites.length > 0 && (
        <ul className={styles.chips} aria-label={`Favourite models of ${name}`}>
          {favourites.map((model) => (
            <li key={model} className={`mono ${styles.modelChip}`}>
              {model}
              <IconButton
                icon="close"
                size={12}
                label={`Remove ${model} from the favourites`}
                data-control="favourite-remove"
                onClick={() => onChange(withFavourite(favourites, model, false))}
              />
            </li>
          ))}
        </ul>
      )}
      <ModelField
        label={`Add a favourite model of ${name}`}
        describedBy={describedBy}
        known={known}
        example="Add a model"
        model=""
        onModel={(model) => onChange(withFavourite(favourites, model, true))}
      />
    </div>
  );
}
