{{- /* The host's own configuration file: staticExport as it stands in the values, and host.settings beside it. */ -}}
{{- define "bindery.hostConfig" -}}
{{- $export := omit .Values.staticExport "follow" -}}
{{- with .Values.staticExport.follow -}}
{{- if .domain -}}
{{- $file := printf "/etc/bindery/api-key/%s" $.Values.host.apiKey.key -}}
{{- $_ := set $export "follow" (dict "domain" .domain "url" (.url | default (include "bindery.apiUrl" $)) "apiKeyFile" $file) -}}
{{- if not .url -}}
{{- $_ := set $export "allowHttp" true -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- dict "internalListen" ":9090" "staticExport" $export | merge (deepCopy .Values.host.settings) | toYaml -}}
{{- end -}}

{{- /* What the host and the command line, which have no setting of their own for it, know a private authority by. */ -}}
{{- define "bindery.authorityEnv" -}}
{{- with .Values.certificateAuthority -}}
{{- if .name -}}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/bindery/authority/{{ .key }}
{{- end -}}
{{- end -}}
{{- end -}}
