import { useState } from "react";
import type { Settings, ShellChoice } from "../../bridge/client";
import { NumberField } from "../../ui/number-field";
import { Segment } from "../../ui/segment";
import { Select } from "../../ui/select";
import { Switch } from "../../ui/switch";
import type { NumberSetting, Setting, TextSetting } from "./catalogue";
import { FontControl } from "./font-control";
import { Row } from "./row";

export interface SettingRowProps {
  readonly setting: Setting;
  readonly settings: Settings;
  readonly defaults: Settings;
  readonly shells: readonly ShellChoice[];
  /** Why the last change was not taken or not kept. */
  readonly failure: string | undefined;
  readonly onChange: (make: (settings: Settings) => Settings) => void;
}

/** A setting of the catalogue with the control of its kind. */
export function SettingRow(props: SettingRowProps) {
  const { setting, settings, defaults, shells, failure, onChange } = props;
  const [note, setNote] = useState<string | undefined>(undefined);
  const usual = setting.get(defaults);
  const changed = setting.get(settings) !== usual;
  return (
    <Row
      id={setting.id}
      name={setting.name}
      description={setting.description}
      message={failure ?? note}
      onReset={
        changed
          ? () => {
              setNote(undefined);
              onChange((now) => setting.like(now, defaults));
            }
          : undefined
      }
    >
      {(describedBy) => {
        const common = { label: setting.name, "aria-describedby": describedBy, "data-control": "setting" };
        switch (setting.kind) {
          case "switch":
            return (
              <Switch
                {...common}
                on={setting.get(settings)}
                onChange={(on) => onChange((now) => setting.set(now, on))}
              />
            );
          case "choice":
            return (
              <Segment
                label={setting.name}
                value={setting.get(settings)}
                options={setting.options.map(({ value, text }) => ({
                  value,
                  text,
                  control: `choice-${value}`,
                }))}
                onChange={(value) => onChange((now) => setting.set(now, value))}
              />
            );
          case "number":
            return (
              <NumberField
                {...common}
                {...bounds(setting)}
                value={setting.get(settings)}
                onChange={(value) => onChange((now) => setting.set(now, value))}
                onClamped={(used) => setNote(used === undefined ? undefined : clamped(setting, used))}
              />
            );
          case "font":
            return (
              <FontControl
                {...common}
                mono={setting.id === "appearance.terminalFont"}
                value={setting.get(settings)}
                onChange={(value) => onChange((now) => setting.set(now, value))}
              />
            );
          case "shell":
            return (
              <Select
                {...common}
                value={setting.get(settings)}
                options={shellOptions(setting, settings, shells)}
                onChange={(value) => onChange((now) => setting.set(now, value))}
              />
            );
        }
      }}
    </Row>
  );
}

function bounds({ min, max, step, unit }: NumberSetting) {
  return { min, max, step, unit };
}

function clamped({ min, max, unit }: NumberSetting, used: number): string {
  const between = `${min.toLocaleString("en-US")} to ${max.toLocaleString("en-US")} ${unit}`;
  return `Only ${between} can be used, so it is ${used.toLocaleString("en-US")}.`;
}

function shellOptions(setting: TextSetting, settings: Settings, shells: readonly ShellChoice[]) {
  const login = shells.find((shell) => shell.default);
  const options = [
    { value: "", text: login ? `Login shell, ${login.id}` : "Login shell" },
    ...shells.map(({ id, name }) => ({ value: id, text: `${name}, ${id}` })),
  ];
  const chosen = setting.get(settings);
  // One that is no longer there still is what is chosen.
  if (options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, text: `${chosen}, not found` }];
}
