<?php
// Writes PHP values in the encoding of the fixtures.

function encoded($value) {
    if (!is_array($value)) {
        return mb_check($value) ? $value : ['$b64' => base64_encode($value)];
    }
    if (array_is_list($value)) {
        return array_map('encoded', $value);
    }
    $names = array_map('strval', array_keys($value));
    if (array_filter($names, 'mb_check') === $names) {
        return (object) array_map('encoded', $value);
    }
    $pairs = [];
    foreach ($value as $name => $item) {
        $pairs[] = [encoded((string) $name), encoded($item)];
    }
    return ['$pairs' => $pairs];
}

// Without the mbstring extension, which Debian packs apart.
function mb_check($text) {
    return preg_match('//u', $text) === 1;
}

function flat($value, $path, &$leaves) {
    if (!is_array($value) || $value === []) {
        if ($path !== []) {
            $leaves[] = [$path, encoded($value)];
        }
        return;
    }
    foreach ($value as $key => $item) {
        flat($item, [...$path, is_int($key) ? $key : encoded($key)], $leaves);
    }
}

function json($value) {
    return json_encode($value, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR, 4096);
}

// Every leaf with its path.
function flattened($value) {
    $leaves = [];
    flat($value, [], $leaves);
    return $leaves;
}
