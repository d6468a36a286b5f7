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

{{- /* Kubernetes refuses another size for the volumes of a StatefulSet that exists, with a message about all of its fields. */ -}}
{{- define "bindery.checkVolume" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- with lookup "apps/v1" "StatefulSet" $root.Release.Namespace $name -}}
{{- $size := (index .spec.volumeClaimTemplates 0).spec.resources.requests.storage -}}
{{- if ne $size $root.Values.host.volume.size -}}
{{- fail (printf "host.volume.size is %s, and the volumes of %s have %s, which cannot be changed in place. Set it back, or delete the StatefulSet first (its pods stay up): kubectl --namespace %s delete statefulset %s --cascade=orphan. Then resize the claims data-%s-0 and so on, and upgrade again." $root.Values.host.volume.size $name $size $root.Release.Namespace $name $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
